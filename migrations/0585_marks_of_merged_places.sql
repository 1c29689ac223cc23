-- A place that was merged into a confidential one is as confidential: it is the same house.
update location gone set is_confidential = true
from location stays where stays.id = gone.merged_into and stays.is_confidential and not gone.is_confidential;
